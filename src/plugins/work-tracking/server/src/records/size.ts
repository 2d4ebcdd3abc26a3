/** The fields that the service sets itself: to move a ticket never makes it too large. */
const SET_BY_SERVICE = ['status', 'version', 'synced_at', 'created_at', 'updated_at'];

/** The size of a v1 record: bytes of its JSON in UTF-8, without the fields that the service sets (specification 9). */
export function recordBytes(record: object): number {
  const own = Object.entries(record).filter(([name]) => !SET_BY_SERVICE.includes(name));
  return Buffer.byteLength(JSON.stringify(Object.fromEntries(own)));
}
