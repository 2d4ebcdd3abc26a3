import { EVERY_STATE, tryEveryWay } from './matrix';

tryEveryWay('always', EVERY_STATE);
