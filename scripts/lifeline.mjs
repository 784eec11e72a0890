// Preloaded into every long-running child, because a script that is killed cannot pass the signal on.
if (process.env.PLINTH_LIFELINE) {
  delete process.env.PLINTH_LIFELINE
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
  process.channel?.unref()
}
