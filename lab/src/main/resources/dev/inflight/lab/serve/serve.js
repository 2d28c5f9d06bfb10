// The page of ./inflight serve.
import { startExplain } from './explain.js';
import { startLive } from './live.js';
import { startResults } from './results.js';
import { startRuns } from './runs.js';

startLive();
startResults();
startExplain();
startRuns();
