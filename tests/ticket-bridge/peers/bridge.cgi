#!/usr/bin/perl
# One process a request.
use strict;
use warnings;
use FindBin;
use lib $FindBin::Bin;
use Bridge;
use SOAP::Transport::HTTP;

SOAP::Transport::HTTP::CGI->dispatch_with({ $ENV{BRIDGE_NAMESPACE} => 'Bridge' })->handle;
