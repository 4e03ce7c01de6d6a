#!/bin/sh
# Waits until the service ends, which closes standard input. Then kills every process of the run and removes its folder.
# $1 is the folder. Each process of the run has it as PLATEN_RUN in its environment.

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
# A browser that is being killed can still write files, which makes `rm` fail.
while [ $tries -lt 100 ]; do
  # Only a browser's first process has the variable, so its process group is killed. Stopped processes do not end by themselves.
  for pid in $(processes "$1"); do kill -s KILL -- "-$pid" 2>/dev/null || kill -s KILL "$pid"; done
  # A killed Chromium leaves its socket in a folder of the system's temporary folder.
  for link in "$1"/*/browser-rendering/*/SingletonSocket; do
    socket=$(readlink "$link")
    case $socket in */org.chromium.Chromium.*/* | */com.google.Chrome.*/*) rm -rf "${socket%/*}" ;; esac
  done
  rm -rf "$1" && exit
  tries=$((tries + 1))
  sleep 0.1
done
exit 1
