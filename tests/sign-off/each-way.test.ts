import { tryEveryWay } from './matrix';

tryEveryWay('always');
