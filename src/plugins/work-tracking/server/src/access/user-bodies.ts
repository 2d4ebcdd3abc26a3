import type { Core } from '@strapi/types';
import { wrapActions, type Action } from '../host/controllers';
import { errors } from '../host/strapi-utils';
import { PROJECT_BINDING, PROJECT_BINDING_COLUMN } from './bindings';

const { ValidationError } = errors;

/** The controllers of users-permissions that write users; its GraphQL mutations call them too. */
const CONTROLLERS = ['plugin::users-permissions.user', 'plugin::users-permissions.auth'];

/** The names under which Strapi's database layer takes a user's project. */
const NAMES = [PROJECT_BINDING, PROJECT_BINDING_COLUMN];

/**
 * Refuses a project in what callers send to users-permissions, which writes whole bodies as they come: who may update
 * users would choose a project. The content manager and code have ways of their own, which this leaves open.
 */
export function refuseProjectsInUserBodies(strapi: Core.Strapi): void {
  if (!('users-permissions' in strapi.plugins)) return;
  for (const uid of CONTROLLERS) wrapActions(strapi, uid, refusingProjects);
}

const refusingProjects =
  (action: Action): Action =>
  (ctx, ...rest) => {
    const { body } = ctx.request as { body?: unknown };
    const given = NAMES.find((name) => Object.hasOwn(Object(body) as object, name));
    if (given === undefined) return action(ctx, ...rest);
    const message = `${given} can't be set here: users get their project in the Content Manager.`;
    throw new ValidationError(message, { errors: [{ path: [given], message, name: 'ValidationError' }] });
  };
