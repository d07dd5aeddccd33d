#ifndef CLI_RUN_H
#define CLI_RUN_H

/* `lanewise run`: starts a program in gdb. `words`: after `run`. Returns the exit status where gdb cannot be started. */
int cli_run(char **words);

#endif
