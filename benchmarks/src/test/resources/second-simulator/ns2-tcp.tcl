# Transfers by the TCP agents of ns-2 2.35, the second simulator of the laboratory's TCP. ns2-tcp.sh runs it.
#   ns ns2-tcp.tcl trace RENO|NEW_RENO|SACK SEGMENTS "PACKETS THAT ARE LOST"
#   ns ns2-tcp.tcl mean RENO|NEW_RENO|SACK SEGMENTS LOSS SEED
foreach {kind variant segments losses seed} $argv break
array set senders {RENO Reno NEW_RENO Newreno SACK Sack1}
array set sinks {RENO TCPSink NEW_RENO TCPSink SACK TCPSink/Sack1}
set runs [expr {$kind eq "mean" ? 400 : 1}]
# What is still under way when the last acknowledgement arrives is gone after this time.
set pause 1

if {$kind eq "mean"} { ns-random $seed }
set ns [new Simulator]
Agent/TCP set packetSize_ 1000
Agent/TCP set windowInit_ 2
Agent/TCP set window_ 100000
Agent/TCP set minrto_ 0.2
Agent/TCP set tcpTick_ 0.001
Agent/TCP set singledup_ 1
Agent/TCP set timestamps_ true
# Reno has no memory of what was sent before the last recovery; New Reno has (RFC 6582, "recover").
Agent/TCP/Reno set bugFix_ false
Queue set limit_ 100000

set from [$ns node]
set to [$ns node]
if {$kind eq "trace"} {
    $ns trace-all stdout
    $ns duplex-link $from $to 800kb 100ms DropTail
    set error [new ErrorModel/List]
    $error droplist $losses
    $ns link-lossmodel $error $from $to
} else {
    $ns duplex-link $from $to 1Gb 7.5ms DropTail
    foreach {a b} [list $from $to $to $from] {
        set error [new ErrorModel]
        $error unit pkt
        $error set rate_ $losses
        $error ranvar [new RandomVariable/Uniform]
        $error drop-target [new Agent/Null]
        $ns link-lossmodel $error $a $b
    }
}

set run 0
set sum 0.0
set squares 0.0

proc begin {} {
    global ns from to began sender sink variant segments senders sinks
    set sender [new Agent/TCP/$senders($variant)]
    set sink [new Agent/$sinks($variant)]
    $ns attach-agent $from $sender
    $ns attach-agent $to $sink
    $ns connect $sender $sink
    set began [$ns now]
    $sender advanceby $segments
}

Agent/TCP instproc done {} {
    global ns began took pause
    set took [expr [$ns now] - $began]
    $ns at [expr [$ns now] + $pause] next
}

proc next {} {
    global ns kind run runs sum squares took sender sink from to variant segments losses
    $ns detach-agent $from $sender
    $ns detach-agent $to $sink
    set sum [expr $sum + $took]
    set squares [expr $squares + $took * $took]
    incr run
    if {$run < $runs} {
        begin
        return
    }
    if {$kind eq "mean"} { puts "$run $sum $squares" }
    exit 0
}

$ns at 0.0 begin
$ns run
