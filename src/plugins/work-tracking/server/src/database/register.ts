import type { Core } from '@strapi/types';
import { changeBeginAndCommit } from '../host/begin-and-commit';
import { readCommittedOnPostgres } from '../host/isolation';
import { watchTransactions } from '../host/transactions';
import { leaveOutIndexes } from './strapi-indexes';

/** How transactions run and which indexes there are. Must run before the database is opened. */
export function prepareDatabase(
  strapi: Core.Strapi,
  types: readonly string[],
  serviceTypes: readonly string[],
): void {
  readCommittedOnPostgres(strapi);
  changeBeginAndCommit(strapi);
  watchTransactions(strapi);
  leaveOutIndexes(strapi, types, serviceTypes);
}
