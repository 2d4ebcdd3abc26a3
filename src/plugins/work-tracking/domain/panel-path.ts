/** The path of the plugin's pages below the panel's own address. */
export const PANEL_PATH = 'plugins/work-tracking';
