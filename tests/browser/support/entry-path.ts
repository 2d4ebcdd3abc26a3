/**
 * The address of an entry in English in the content manager. Without a locale in it, Strapi goes on to the default one
 * once it knows the locales, and asks whoever has typed something by then whether to leave the page.
 */
export const entryPath = (type: string, id: string): string =>
  `/admin/content-manager/collection-types/${type}/${id}?${new URLSearchParams({ 'plugins[i18n][locale]': 'en' }).toString()}`;
