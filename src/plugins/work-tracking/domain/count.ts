/** How far the panel counts; it shows more as "1,000+". A count of one more stands for any number above. */
export const COUNTED_UP_TO = 1000;
