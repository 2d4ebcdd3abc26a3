/** Where the plugin's pages are, below the panel's own address. */
export const PANEL_PATH = 'plugins/work-tracking';
