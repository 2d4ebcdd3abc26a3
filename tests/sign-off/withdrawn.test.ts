import { tryWithdrawals } from './withdrawals';

tryWithdrawals('always');
