/** The body of every response of the plugin's routes, in the form of Strapi's own admin routes. */
export interface PanelResponse<Data, Meta = unknown> {
  data: Data;
  meta: Meta;
}

/** For `transformResponse` of routes whose `meta` is not used. */
export const dataOf = <Data>({ data }: PanelResponse<Data>): Data => data;

/** An endpoint that reads what stands at a path. */
export const reading = <Data>(path: string) => ({ query: () => path, transformResponse: dataOf<Data> });

/** Part of the cache's key and not of the request: a new marker means that something changed, and reads again. */
export interface AtMarker {
  marker?: string | undefined;
}

/** For `transformResponse` of routes that answer with a marker. */
export const markerOf = ({ data }: PanelResponse<{ marker: string }>): string => data.marker;

/** A project to choose, or that a record belongs to. */
export interface ProjectChoice {
  documentId: string;
  key: string;
  name?: string;
}
