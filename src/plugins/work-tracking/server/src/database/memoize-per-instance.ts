import memoize from 'lodash/memoize';

/** Memoizes a function of an object, usually the Strapi instance. The result lives as long as the object. */
export function memoizePerInstance<Source extends object, Made>(
  make: (source: Source) => Made,
): (source: Source) => Made {
  const remembering = memoize(make);
  remembering.cache = new WeakMap();
  return remembering;
}
