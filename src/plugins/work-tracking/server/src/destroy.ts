import type { Core } from '@strapi/types';
import { stopDelivering } from './webhooks/delivering';

export const destroy = ({ strapi }: { strapi: Core.Strapi }): Promise<void> => stopDelivering(strapi);
