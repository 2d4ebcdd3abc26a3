'use strict';

// Preloaded into an application: its host's clock is wrong by SKEW_MS, which can be set while it runs.
const RealDate = Date;
const realNow = Date.now.bind(Date);
const skewedNow = () => realNow() + Number(process.env.SKEW_MS);

const SkewedDate = /** @type {DateConstructor} */ (
  new Proxy(RealDate, {
    construct: (target, parameters, newTarget) =>
      Reflect.construct(target, parameters.length > 0 ? parameters : [skewedNow()], newTarget),
    get: (target, name) => (name === 'now' ? skewedNow : Reflect.get(target, name)),
  })
);

Object.assign(globalThis, { Date: SkewedDate });
