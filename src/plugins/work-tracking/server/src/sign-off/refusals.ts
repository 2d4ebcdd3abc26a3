import type { Core } from '@strapi/types';
import type { ContentFilter } from '../../../domain/content';
import { WorkTrackingError } from '../../../domain/errors';
import type { SignOffRefusal } from '../../../domain/sign-off';
import { configOf } from '../config';
import { titleAttribute } from '../content-types/content-reference/entry-title';
import { nameOf } from './entries';
import { signOffProject } from './project';

/** The error for an entry that is signed off in a project that is not there. */
export const withoutProject = async (
  strapi: Core.Strapi,
  entry: ContentFilter,
  key: string,
): Promise<WorkTrackingError> =>
  errorOf(
    NONE,
    `"${await nameOf(strapi, entry)}" is not published: it is signed off by decisions of the project "${key}" ` +
      '(SIGN_OFF_PROJECT), and there is no such project.',
  );

/**
 * The error for an entry that the rule keeps back.
 * @param key of the project whose decisions count
 */
export const refused = async (
  strapi: Core.Strapi,
  entry: ContentFilter,
  { refusal, key }: { refusal: SignOffRefusal; key: string },
): Promise<WorkTrackingError> => errorOf(refusal, sentence(await nameOf(strapi, entry), refusal, key));

/** The error for an entry that is to be published as it is made, by its title. */
export async function newEntryRefused(
  strapi: Core.Strapi,
  type: string,
  data: Readonly<Record<string, unknown>>,
): Promise<WorkTrackingError> {
  const title = data[(await titleAttribute(strapi, type)) ?? ''];
  const name =
    typeof title === 'string' && title !== '' ? title : strapi.contentType(type as never).info.displayName;
  const { key } = (await signOffProject(strapi)) ?? { key: configOf(strapi).signOff.project };
  return errorOf(NONE, sentence(name, NONE, key));
}

const NONE: SignOffRefusal = { reason: 'none', decision: null };

const errorOf = ({ reason, decision }: SignOffRefusal, message: string): WorkTrackingError =>
  new WorkTrackingError('sign_off_required', {
    message,
    reason,
    decision: decision && { id: decision.documentId, slug: decision.slug, title: decision.title },
  });

function sentence(name: string, { reason, decision }: SignOffRefusal, key: string): string {
  switch (reason) {
    case 'none':
      return (
        `"${name}" is not published: nobody has approved it. Save it as a draft, and ask for its sign-off in the project ` +
        `"${key}".`
      );
    case 'open':
      return `"${name}" is not published: the decision "${decision.title}" about it is open. Resolve that one first.`;
    case 'not_approved':
      return `"${name}" is not published: the decision "${decision.title}" did not approve it. File another one about it.`;
    case 'changed':
      return (
        `"${name}" is not published: it is not any more what the decision "${decision.title}" approved. ` +
        'File another one about it.'
      );
  }
}
