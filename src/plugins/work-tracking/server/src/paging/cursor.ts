import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Core } from '@strapi/types';
import { WorkTrackingError } from '../../../domain/errors';

/** A place in a list that is ordered by a time and the row id. */
export interface Place {
  at: Date;
  id: number;
}

const MAC_BYTES = 12;
const PLACE_BYTES = 16;

/**
 * The opaque cursor of a place: two 64-bit numbers and a MAC over them, so that altered cursors are refused.
 */
export function encodeCursor(strapi: Core.Strapi, { at, id }: Place): string {
  const place = Buffer.alloc(PLACE_BYTES);
  place.writeBigInt64BE(BigInt(at.getTime()), 0);
  place.writeBigInt64BE(BigInt(id), 8);
  return Buffer.concat([place, mac(strapi, place)]).toString('base64url');
}

/** @throws WorkTrackingError `invalid_cursor` */
export function decodeCursor(strapi: Core.Strapi, cursor: string): Place {
  const bytes = Buffer.from(cursor, 'base64url');
  const place = bytes.subarray(0, PLACE_BYTES);
  const isWhole = bytes.length === PLACE_BYTES + MAC_BYTES && bytes.toString('base64url') === cursor;
  if (!isWhole || !timingSafeEqual(mac(strapi, place), bytes.subarray(PLACE_BYTES))) {
    throw new WorkTrackingError('invalid_cursor');
  }
  return { at: new Date(Number(place.readBigInt64BE(0))), id: Number(place.readBigInt64BE(8)) };
}

/** The key is a secret that all instances of the application share. */
function mac(strapi: Core.Strapi, place: Buffer): Buffer {
  const secret = strapi.config.get<string>('admin.secrets.encryptionKey');
  return createHmac('sha256', `cursor:${secret}`).update(place).digest().subarray(0, MAC_BYTES);
}
