import type { Core } from '@strapi/types';
import isEqual from 'lodash/isEqual';
import { contentManager, type ContentConfiguration } from '../../host/content-manager-services';
import { isAsGenerated, isSameArrangement, withView } from './configuration';
import { CONTENT_VIEWS, type ContentView } from './views';

/**
 * Arranges the content manager's lists and forms of the plugin's types, also after an upgrade. It leaves alone what a
 * person has arranged: a type is arranged only while it is as Strapi generated it, or as it was last arranged here,
 * which is stored for that comparison. Must run after the content manager's own bootstrap.
 */
export async function arrangeContentManager(strapi: Core.Strapi): Promise<void> {
  for (const [uid, view] of Object.entries(CONTENT_VIEWS)) await arrange(strapi, uid, view);
}

async function arrange(strapi: Core.Strapi, uid: string, view: ContentView): Promise<void> {
  const contentTypes = contentManager(strapi, 'content-types');
  const store = strapi.store({ type: 'plugin', name: 'work-tracking', key: `content_view::${uid}` });
  const { attributes } = contentTypes.findContentType(uid);
  const { uid: _uid, ...current } = await contentTypes.findConfiguration({ uid });
  const last = (await store.get({})) as ContentConfiguration | null;
  const isUntouched =
    isAsGenerated(strapi, current, attributes) || (last !== null && isSameArrangement(current, last));
  if (!isUntouched) return;

  const arranged = withView(current, view, attributes);
  if (!isEqual(arranged, current)) await contentTypes.updateConfiguration({ uid }, arranged);
  if (!isEqual(arranged, last)) await store.set({ value: arranged });
}
