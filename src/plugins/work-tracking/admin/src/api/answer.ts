/** What the plugin's routes answer, as Strapi's own admin routes do. */
export interface Answer<Data, Meta = unknown> {
  data: Data;
  meta: Meta;
}
