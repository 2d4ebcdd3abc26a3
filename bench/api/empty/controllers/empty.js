'use strict';

/** @type {{ answer(ctx: { body: unknown }): void }} */
module.exports = {
  answer(ctx) {
    ctx.body = {};
  },
};
