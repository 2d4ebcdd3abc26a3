// Everything this application does lives in the plugin: src/plugins/work-tracking.
export default {};
