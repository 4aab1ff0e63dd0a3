// Preloaded by the processes that tests start (child-env.ts) with a channel to the tests ('ipc' in their stdio): they
// end when the tests end, also if these were killed. One that stayed would load the machine until somebody found it.

if (process.channel) {
  process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'));
  process.channel.unref();
}
