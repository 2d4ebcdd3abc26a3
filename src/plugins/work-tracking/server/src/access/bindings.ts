import type { Core, Schema } from '@strapi/types';
import { API_TOKEN, PROJECT, USER } from '../uids';

/** The attribute of a token and of a user that names the project it belongs to: one column, so at most one project. */
export const PROJECT_BINDING = 'workTrackingProject';
export const PROJECT_BINDING_COLUMN = 'work_tracking_project_id';

const binding = (visible: boolean) => ({
  type: 'relation',
  relation: 'manyToOne',
  target: PROJECT,
  useJoinTable: false,
  configurable: false,
  private: true,
  visible,
});

/** Strapi's registry, as far as it is used here. */
interface ContentTypes {
  extend(uid: string, change: (type: Schema.ContentType & { indexes?: object[] }) => void): void;
}

/**
 * Strapi's API tokens and users-permissions' users get a project (gaps.md, Tokens and projects), and the tokens an
 * index on the hash that a request is looked up by.
 */
export function bindTokensAndUsersToProjects(strapi: Core.Strapi): void {
  const contentTypes: ContentTypes = strapi.get('content-types');
  contentTypes.extend(API_TOKEN, (token) => {
    Object.assign(token.attributes, { [PROJECT_BINDING]: binding(false) });
    token.indexes = [
      ...(token.indexes ?? []),
      { name: 'wt_api_tokens_access_key_index', columns: ['access_key'] },
    ];
  });
  if ('users-permissions' in strapi.plugins) {
    contentTypes.extend(USER, (user) => {
      Object.assign(user.attributes, { [PROJECT_BINDING]: binding(true) });
    });
  }
}
