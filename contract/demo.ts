/** The demo of the landing page. In a file of its own, because the landing page loads it at once. */

/** Conversions that one visitor may make in a UTC day. */
export const DEMO_JOBS_PER_DAY = 3;
