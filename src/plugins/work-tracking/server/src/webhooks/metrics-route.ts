import { createHash, timingSafeEqual } from 'node:crypto';
import type { Core } from '@strapi/types';
import { errors } from '@strapi/utils';
import type { Context } from 'koa';
import { configOf } from '../config';
import type { DeliveryMetrics } from './metrics';

/** `GET /api/work-tracking/metrics`, for whoever holds `METRICS_TOKEN`; no route at all where none is set. */
export const metricsRouter = ({ strapi }: { strapi: Core.Strapi }) => {
  const { token } = configOf(strapi).metrics;
  const route = { method: 'GET', path: '/metrics', handler: answer(strapi, token), config: { auth: false } };
  return { type: 'content-api', routes: token === '' ? [] : [route] };
};

const answer = (strapi: Core.Strapi, token: string) => async (ctx: Context) => {
  if (!isSame(ctx.get('Authorization'), `Bearer ${token}`)) {
    ctx.set('WWW-Authenticate', 'Bearer');
    throw new errors.UnauthorizedError('The metrics are for whoever holds METRICS_TOKEN.');
  }
  const metrics: DeliveryMetrics = strapi.plugin('work-tracking').service('metrics');
  const { contentType, text } = await metrics.read();
  ctx.set('Content-Type', contentType);
  ctx.body = text;
};

/** In a time that tells nothing of how much of it is right. */
const isSame = (given: string, expected: string): boolean => timingSafeEqual(digest(given), digest(expected));

const digest = (text: string) => createHash('sha256').update(text).digest();
