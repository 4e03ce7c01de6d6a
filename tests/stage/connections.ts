/**
 * Each request has its own connection. workerd closes a connection that was idle for five seconds; a test process that had no
 * processor meanwhile notices it only when its next request has failed.
 */
import { Agent, setGlobalDispatcher } from "undici";

setGlobalDispatcher(new Agent({ pipelining: 0 }));
