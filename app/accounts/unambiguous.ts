/** Capitals and digits that nobody mistakes for one another: no 0 and O, no 1, I and L. */
export const UNAMBIGUOUS = "ABCDEFGHJKMNPQRSTUVWXYZ23456789";
