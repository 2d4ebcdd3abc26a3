import { setUp } from '../../support/global-setup';

/** The tests drive what users get: the built panel. */
export default (): Promise<void> => setUp({ panel: true });
