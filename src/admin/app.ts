/** The languages of the panel besides English: those that the plugin's texts are complete in. */
export default { config: { locales: ['de'] } };
