import { tryEveryWay } from './matrix';

tryEveryWay('asked');
