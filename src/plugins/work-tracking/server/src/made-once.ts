import memoize from 'lodash/memoize';

/** Makes something of an object when it is first asked for, and keeps it for as long as the object is there. */
export function madeOnce<Source extends object, Made>(
  make: (source: Source) => Made,
): (source: Source) => Made {
  const remembering = memoize(make);
  remembering.cache = new WeakMap();
  return remembering;
}
