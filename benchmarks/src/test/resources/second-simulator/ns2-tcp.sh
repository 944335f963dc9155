#!/bin/sh -e
# Writes what the second simulator says, ns2-sent.csv and ns2-means.csv, into this directory. Debian: apt-get install ns2
cd "$(dirname "$0")"
echo 'recovery,lost,segment,seconds' > ns2-sent.csv
echo 'recovery,segments,loss,runs,seconds,interval_seconds' > ns2-means.csv
for recovery in RENO NEW_RENO SACK; do
    for lost in '14' '14 26' '14 26 28' '14 26 28 29' '4 5' '59'; do
        ns ns2-tcp.tcl trace $recovery 60 "$lost" |
            awk -v head="$recovery,$lost" '/^\+ .* 0 1 tcp/ {print head "," $11 "," $2}' >> ns2-sent.csv
    done
    for loss in 0.01 0.05; do
        for segments in 20 200; do
            for seed in 1 2 3 4 5; do
                ns ns2-tcp.tcl mean $recovery $segments $loss $seed
            done | awk -v head="$recovery,$segments,$loss" '{n += $1; sum += $2; squares += $3} END {
                mean = sum / n
                printf "%s,%d,%.4f,%.4f\n", head, n, mean, 1.96 * sqrt((squares / n - mean * mean) / (n - 1))}' >> ns2-means.csv
        done
    done
done
