"""Files that people bring: checked and imported by a task, in a child process that can be killed."""
