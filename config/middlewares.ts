import type { Core } from '@strapi/strapi';
import { readOrigins } from './environment/origins';

const config = ({ env }: Core.Config.Shared.ConfigParams): Core.Config.Middlewares => [
  'strapi::logger',
  'strapi::errors',
  'strapi::security',
  // As it comes it lets in every origin, with cookies.
  { name: 'strapi::cors', config: readOrigins(env) },
  'strapi::poweredBy',
  'strapi::query',
  'strapi::body',
  'strapi::session',
  'strapi::favicon',
  'strapi::public',
];

export default config;
