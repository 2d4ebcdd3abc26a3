'use strict';

/** @typedef {{ strategies: unknown[], scope: string[] }} Auth */
/** @typedef {{ routes: { handler: string, config: { auth: Auth } }[] }} Router */

/**
 * Routes that do nothing, one for each kind of authentication: the cost of a kind is the difference between them.
 * @param {{ strapi: import('@strapi/strapi').Core.Strapi }} context
 */
module.exports = ({ strapi }) => ({
  routes: [
    { method: 'GET', path: '/empty/open', handler: 'empty.answer', config: { auth: false } },
    {
      method: 'GET',
      path: '/empty/core',
      handler: 'empty.answer',
      config: { auth: { scope: ['api::core-ticket.core-ticket.findOne'] } },
    },
    {
      method: 'GET',
      path: '/empty/v1',
      handler: 'empty.answer',
      config: { auth: authOfV1(strapi, 'ticket.findOne') },
    },
  ],
});

/**
 * @param {import('@strapi/strapi').Core.Strapi} strapi
 * @param {string} action
 */
function authOfV1(strapi, action) {
  /** @type {unknown} */
  const routes = strapi.plugin('work-tracking').routes;
  const router = /** @type {{ v1: (context: object) => Router }} */ (routes).v1({ strapi });
  const route = router.routes.find(({ handler }) => handler === `v1-${action}`);
  if (!route) throw new Error(`v1 has no action ${action}.`);
  return route.config.auth;
}
