/** A thread of the printing process, which ends the process when it uses too much memory. */

/** About three times what the longest register takes. */
const maxMemory = 512 * 1024 * 1024

setInterval(() => {
  if (process.memoryUsage.rss() > maxMemory) process.kill(process.pid, 'SIGKILL')
}, 50)
