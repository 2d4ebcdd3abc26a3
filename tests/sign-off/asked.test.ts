import { EVERY_STATE, tryEveryWay } from './matrix';

tryEveryWay('asked', EVERY_STATE);
