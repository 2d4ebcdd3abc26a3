import { SOME_STATES, tryEveryWay } from './matrix';

tryEveryWay('always', SOME_STATES);
