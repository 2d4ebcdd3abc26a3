import type { Core } from '@strapi/types';
import { BOARD_SORTS, type BoardFilterName } from '../../../../domain/board';
import { isStorable } from '../../../../domain/storable';
import { viewsOf, type BoardView, type ViewInput } from '../../content-types/board-view/views';
import { type Infer, z } from '../../host/strapi-utils';
import { omitUndefined } from '../../paging/page';
import { personRecord } from '../../records/person';
import type { Administrator } from '../route';
import { filterSchemas } from './filters';

/** The content of a view: the filters and the order, each as the board takes it. */
const viewFilterSchemas = (strapi: Core.Strapi) => ({
  ...filterSchemas(strapi),
  text: z.string().min(1).max(255).optional(),
  sort: z.enum(BOARD_SORTS).optional(),
});

/** The body of a view that is made or changed. */
export const viewSchema = (strapi: Core.Strapi) =>
  z.strictObject({
    name: z.string(),
    filters: z.strictObject(viewFilterSchemas(strapi)),
    /** The row id of a role; null for nobody else. */
    role: z.number().int().positive().nullable(),
  });

/** A view as it is stored, without the filters that are not given. */
export const viewInput = ({ filters, ...view }: Infer<ReturnType<typeof viewSchema>>): ViewInput => ({
  ...view,
  filters: omitUndefined(filters) as Record<string, string>,
});

/** The views that the person sees, and the roles with which they can share their own. */
export async function boardViews(strapi: Core.Strapi, admin: Administrator) {
  const { views, roles } = await viewsOf(strapi, admin.user.id);
  return {
    views: views.map((view) => visibleView(strapi, admin, view)),
    roles: roles.map(({ id, name }) => ({ id, name })),
  };
}

/** A view as the person sees it. Only one's own says with which role it is shared. */
function visibleView(
  strapi: Core.Strapi,
  admin: Administrator,
  { documentId, name, filters, owner, role }: BoardView,
) {
  const isOwn = owner?.id === admin.user.id;
  return {
    id: documentId,
    name,
    filters: usableFilters(strapi, filters),
    isOwn,
    owner: owner ? personRecord(owner).name : '',
    role: isOwn && role ? role.id : null,
  };
}

/** The stored filters that the board still takes: a priority or a filter may be gone since. */
function usableFilters(strapi: Core.Strapi, stored: unknown): Partial<Record<BoardFilterName, string>> {
  const schemas = viewFilterSchemas(strapi);
  const given = Object(stored) as Record<string, unknown>;
  return Object.fromEntries(
    Object.entries(schemas).flatMap(([name, schema]) => {
      const { success, data } = schema.safeParse(given[name]);
      return success && data !== undefined && isStorable(data) ? [[name, data]] : [];
    }),
  );
}
