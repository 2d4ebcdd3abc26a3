/** How many tickets one request of the board changes. */
export const MAX_BULK_TICKETS = 200;
