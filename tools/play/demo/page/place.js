// Where the games of the console are, and where links to games lead. Here both are in this browser and in this folder; the
// place.js of make play (tools/play/simulator) is another one.

import { logsIn } from "./logs.js";

const FILES = `sixpip files ${new URL(".", location.href).pathname}`; // as in disk.js

/** The logs of the last games of the console: [number, text], the first game first. */
export const consoleLogs = async () => logsIn(FILES);

/** The address that others get for one of this page: the same. */
export const forOthers = (address) => address;

/** Where links to games open, in a sentence; "" where that needs no words. */
export const WHERE_LINKS_OPEN = "";
