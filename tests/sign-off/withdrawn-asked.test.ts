import { tryWithdrawals } from './withdrawals';

tryWithdrawals('asked');
