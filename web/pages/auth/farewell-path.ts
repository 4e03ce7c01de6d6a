/** Where the deletion of an account leads. */
export const FAREWELL_PATH = "/auth/deleted";
