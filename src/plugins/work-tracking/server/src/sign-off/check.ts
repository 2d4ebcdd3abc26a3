import type { Core } from '@strapi/types';
import { configOf } from '../config';
import { acceptedContentTypes } from '../content-types/content-reference/accepted-types';
import { keepProject } from './project';

/**
 * Checks the option `signOff` against the content types, and says in the log when its project is not there yet.
 * @throws Error that says what is wrong, so that Strapi does not start
 */
export async function checkSignOff(strapi: Core.Strapi): Promise<void> {
  const { project, types } = configOf(strapi).signOff;
  const uids = Object.keys(types);
  if (uids.length === 0) return;
  for (const uid of uids) {
    const problem = problemOf(strapi, uid);
    if (problem) throw new Error(`SIGN_OFF_TYPES (signOff.types) names ${uid}, ${problem}.`);
  }
  if (project === '') {
    throw new Error('SIGN_OFF_TYPES (signOff.types) needs SIGN_OFF_PROJECT (signOff.project).');
  }
  const found = await keepProject(strapi);
  if (found !== null && found.key !== project) {
    strapi.log.warn(
      `SIGN_OFF_PROJECT (signOff.project) names the project "${project}", whose key is "${found.key}" by now: it signs ` +
        `off as before. Set SIGN_OFF_PROJECT=${found.key}.`,
    );
  }
  if (found !== null) return;
  strapi.log.warn(
    `SIGN_OFF_PROJECT (signOff.project) names the project "${project}", which is not there: until it is, no entry of ` +
      `${uids.join(', ')} is published.`,
  );
}

function problemOf(strapi: Core.Strapi, uid: string): string | undefined {
  if (!Object.hasOwn(strapi.contentTypes, uid)) return 'which is no content type of this application';
  if (!strapi.contentType(uid as never).options?.draftAndPublish) return 'which has no draft and publish';
  return acceptedContentTypes(strapi).includes(uid)
    ? undefined
    : 'about whose entries there are no decisions: CONTENT_TYPES does not have it';
}
