// The process in which hooks are run again, as the command starts it.
import { runReplayWorker } from '../../dist/index.js';

runReplayWorker();
