#!/bin/sh
# Ends a run once its service is gone, however it went: kills every process of the run, then removes the run's folder.
# $1 is that folder; PLATEN_RUN names it in the environment of each process. Standard input closes with the service.

processes() {
  if [ -r /proc/self/environ ]; then
    grep -lF "PLATEN_RUN=$1" /proc/[0-9]*/environ 2>/dev/null | tr -dc '0-9\n'
  else
    ps -axEww -o pid=,command= | while read -r pid words; do
      case $words in *"PLATEN_RUN=$1"*) echo "$pid" ;; esac
    done
  fi
}

read -r _
tries=0
# A browser that is being killed may still write, which makes `rm` fail.
while [ $tries -lt 100 ]; do
  # Of a browser only its first process has the variable; the others are in its group, and stopped ones do not end by themselves.
  for pid in $(processes "$1"); do kill -s KILL -- "-$pid" 2>/dev/null || kill -s KILL "$pid"; done
  # A killed Chromium leaves its socket, in a folder of its own in the system's temporary folder.
  for link in "$1"/*/browser-rendering/*/SingletonSocket; do
    socket=$(readlink "$link")
    case $socket in */org.chromium.Chromium.*/* | */com.google.Chrome.*/*) rm -rf "${socket%/*}" ;; esac
  done
  rm -rf "$1" && exit
  tries=$((tries + 1))
  sleep 0.1
done
exit 1
