// The overlay: nothing but what the server sends.

import { follow } from "./live.js";

follow();
