/** A thread of the process that prints, which ends the process where it takes too much memory. */

/** Some three times what the longest register takes. */
const maxMemory = 512 * 1024 * 1024

setInterval(() => {
  if (process.memoryUsage.rss() > maxMemory) process.kill(process.pid, 'SIGKILL')
}, 50)
