import type { Core } from '@strapi/types';
import { extendType } from '../host/content-types';
import { API_TOKEN, PROJECT, USER } from '../uids';

/** The attribute of tokens and users that holds their project. It is one column, so each has at most one. */
export const PROJECT_BINDING = 'workTrackingProject';
export const PROJECT_BINDING_COLUMN = 'work_tracking_project_id';

/**
 * The attribute of tokens that says whether they were issued for the project that they belong to, and so may be deleted
 * here: those that came from Settings → API Tokens, or have changed their project since, are only unbound.
 */
export const ISSUED_HERE = 'workTrackingIssued';

const issuedHere = {
  type: 'boolean',
  default: false,
  configurable: false,
  private: true,
  visible: false,
};

const binding = (visible: boolean) => ({
  type: 'relation',
  relation: 'manyToOne',
  target: PROJECT,
  useJoinTable: false,
  configurable: false,
  private: true,
  visible,
});

interface Extended {
  attributes: Record<string, object>;
  indexes?: object[];
}

/**
 * Adds a project to Strapi's API tokens and to the users of users-permissions (specification 5), and to the tokens
 * whether they were issued here, and an index on the hash by which requests look them up.
 */
export function bindTokensAndUsersToProjects(strapi: Core.Strapi): void {
  extendType<Extended>(strapi, API_TOKEN, ({ attributes, indexes = [] }) => ({
    attributes: { ...attributes, [PROJECT_BINDING]: binding(false), [ISSUED_HERE]: issuedHere },
    indexes: [...indexes, { name: 'wt_api_tokens_access_key_index', columns: ['access_key'] }],
  }));
  if ('users-permissions' in strapi.plugins) {
    extendType<Extended>(strapi, USER, ({ attributes }) => ({
      attributes: { ...attributes, [PROJECT_BINDING]: binding(true) },
    }));
  }
}
