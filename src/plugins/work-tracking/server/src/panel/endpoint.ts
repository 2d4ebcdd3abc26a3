import type { Core } from '@strapi/types';
import { errors, validateZodSchema, z } from '@strapi/utils';
import type { Context } from 'koa';
import { RuleViolation } from '../../../domain/rule-violation';
import { asRefusal } from '../content-types/guarded-writes';
import { API_ERRORS, ApiError } from '../errors';
import type { Administrator, PanelRoute } from './route';

const nothing = z.strictObject({});

/** The handler of a route: parse, call, wrap. What it throws is answered by Strapi, as its own admin routes do. */
export function panelEndpoint(strapi: Core.Strapi, route: PanelRoute) {
  return async (ctx: Context): Promise<void> => {
    const request = {
      strapi,
      admin: ctx.state as Administrator,
      id: (ctx.params as { id?: string }).id ?? '',
      query: validateZodSchema(route.query?.(strapi) ?? nothing)(ctx.query),
      body: validateZodSchema(route.body?.(strapi) ?? nothing)(bodyOf(ctx)),
    };
    try {
      const { data, meta = {} } = await route.handle(request);
      ctx.body = { data, meta };
    } catch (error) {
      throw asStrapiError(error);
    }
  };
}

/** What Strapi's body parser has read; a request without a body counts as an empty one. */
const bodyOf = (ctx: Context): unknown => (ctx.request as { body?: unknown }).body ?? {};

/** A refusal in Strapi's own error classes, whose sentence the panel shows. */
function asStrapiError(error: unknown): unknown {
  if (error instanceof RuleViolation) return asRefusal(error);
  if (!(error instanceof ApiError)) return error;
  const details = { ...error.fields, code: error.code };
  switch (API_ERRORS[error.code].status) {
    case 403:
      return new errors.PolicyError(error.message, details);
    case 404:
      return new errors.NotFoundError(error.message, details);
    default:
      return new errors.ApplicationError(error.message, details);
  }
}
