import { changeAnswer } from './endpoints';
import type { HostChange } from './in-force';

/** How the content manager shows a type: the part that is used here. */
interface Views {
  contentType: { uid: string; options?: object };
}

const UID = 'plugin::work-tracking.ticket';
const VIEWS = { uid: UID, settings: {}, metadatas: {}, layouts: { list: [], edit: [] } };
const SAMPLE = [{ data: { contentType: VIEWS, components: {} } }, undefined, UID];

/**
 * Gives each type an option in the panel: the hook of a list learns nothing of its type but these.
 * @param valueOf is asked whenever the panel reads how a type is shown
 * @throws Error where it does not fit
 */
export const addTypeOption = (change: HostChange, option: string, valueOf: (uid: string) => unknown): void =>
  changeAnswer<Views>(change, 'getContentTypeConfiguration', SAMPLE, (views) => {
    const { contentType } = views;
    const options = { ...contentType.options, [option]: valueOf(contentType.uid) };
    return { ...views, contentType: { ...contentType, options } };
  });
